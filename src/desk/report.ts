import { writeFileSync } from 'node:fs';
import { createCommand } from '../publishing/command.ts';
import { readCounts } from '../publishing/read-counts.ts';
import { formatHtmlPage } from '../report/html-page.ts';
import { utcDay } from '../site/dates.ts';

export const report = createCommand(
  'report [--html <file>]',
  'tells what readers do',
  async (config, { values: { html } }) => {
    const { counts } = await readCounts(config, utcDay(new Date()) - 29);
    const views = counts.reduce((sum, { kind, count }) => sum + (kind === 'view' ? count : 0), 0);
    if (html === undefined) console.log(`${views} views in 30 days`);
    else writeFileSync(html, formatHtmlPage({ title: 'Report', body: `<p>${views} views in 30 days</p>` }));
    return 0;
  },
);
