import { BarChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

echarts.use([BarChart, GridComponent, MarkLineComponent, SVGRenderer]);

type ChartDay = {
  readonly day: string;
  readonly views: number | null;
  readonly published: readonly string[];
};

/**
 * Draws the views by day as SVG in the colours of the page; a diamond marks a publication, a grey
 * area days that were not counted.
 */
export function drawDays(days: readonly ChartDay[], description: string): string {
  const max = Math.max(1, ...days.map(({ views }) => views ?? 0));
  const text = { color: 'var(--muted)', fontSize: 12, fontFamily: 'inherit' };
  const silent = { silent: true, animation: false };
  return renderSvg(
    { width: 1070, height: 260 },
    {
      animation: false,
      grid: { left: 46, right: 8, top: 24, bottom: 26 },
      xAxis: {
        type: 'category',
        data: days.map(({ day }) => day.slice(5)),
        axisLabel: text,
        axisTick: { show: false },
        axisLine: { lineStyle: { color: 'var(--line)' } },
      },
      yAxis: {
        type: 'value',
        minInterval: 1,
        axisLabel: text,
        splitNumber: 4,
        splitLine: { lineStyle: { color: 'var(--line)' } },
      },
      series: [
        {
          ...silent,
          type: 'bar',
          barWidth: '68%',
          barGap: '-100%',
          data: days.map(({ views }) => (views === null ? max : null)),
          itemStyle: { color: 'var(--none)' },
        },
        {
          ...silent,
          type: 'bar',
          barWidth: '68%',
          data: days.map(({ views }) => views),
          itemStyle: { color: 'var(--accent)', borderRadius: [3, 3, 0, 0] },
          label: {
            show: true,
            position: 'top',
            color: 'var(--second)',
            fontSize: 13,
            formatter: createMarkFormatter(days),
          },
        },
      ],
    },
    description,
  );
}

function createMarkFormatter(days: readonly ChartDay[]) {
  return ({ dataIndex }: { readonly dataIndex: number }) =>
    (days[dataIndex]?.published.length ?? 0) > 0 ? '◆' : '';
}

/** Draws bars without axes, for the row of a table. */
export function drawTrend(values: readonly (number | null)[]): string {
  return renderSvg(
    { width: 110, height: 26 },
    {
      animation: false,
      grid: { left: 0, right: 0, top: 1, bottom: 1 },
      xAxis: { type: 'category', show: false, data: values.map((_, index) => index) },
      yAxis: { type: 'value', show: false },
      series: [
        {
          type: 'bar',
          barCategoryGap: '20%',
          data: [...values],
          itemStyle: { color: 'var(--accent)' },
        },
      ],
    },
    '',
  );
}

type ChartSize = { readonly width: number; readonly height: number };

/**
 * Renders a chart as SVG. A blank description hides it from screen readers, because the numbers are
 * beside it.
 */
function renderSvg(
  size: ChartSize,
  options: echarts.EChartsCoreOption,
  description: string,
): string {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, ...size });
  try {
    chart.setOption(options);
    const role =
      description === '' ? 'aria-hidden="true"' : `role="img" aria-label="${description}"`;
    return chart.renderToSVGString().replace('<svg ', `<svg ${role} `);
  } finally {
    // Its timer would keep the process running.
    chart.dispose();
  }
}
