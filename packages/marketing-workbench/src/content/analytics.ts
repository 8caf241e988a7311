import { z } from 'zod';
import {
  ANALYTICS_SERVICES,
  type Analytics,
  type AnalyticsService,
  HOST_REQUIRED,
  isAnalyticsHost,
} from '../site/analytics.ts';
import type { LineFinding } from './content-finding.ts';
import { explain, line, strict } from './yaml.ts';

const SERVICE = `write ${ANALYTICS_SERVICES.slice(0, -1).join(', ')} or google`;
const HOST =
  'write the host of the service alone, which must answer at https, such as stats.example.com';
const ID = 'write what the service calls the site';

/** Describes `analytics` of `site.yaml`. */
export const analyticsSchema = strict({
  service: z.literal(ANALYTICS_SERVICES, { error: explain('is not a known service', SERVICE) }),
  host: line({ min: 3, max: 250, advice: HOST })
    .refine(isAnalyticsHost, { error: `is not a host; ${HOST}` })
    .optional(),
  id: z
    .union([z.int(), line({ min: 1, max: 100, advice: ID })], {
      error: explain('is not an id', ID),
    })
    .transform(String)
    .optional(),
});

type ServiceRule = {
  readonly isHostFixed?: boolean;
  /** Undefined if the service has no id. */
  readonly id?: { readonly form: RegExp; readonly example: string; readonly isOptional?: boolean };
};

const RULES: Readonly<Record<AnalyticsService, ServiceRule>> = {
  plausible: {
    id: { form: /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, example: 'www.example.com', isOptional: true },
  },
  umami: {
    id: {
      form: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
      example: '94db1cb1-74f4-4a40-ad6c-962362670409',
    },
  },
  goatcounter: {},
  matomo: { id: { form: /^[1-9]\d{0,8}$/, example: '1' } },
  google: { isHostFixed: true, id: { form: /^G-[A-Z0-9]{4,20}$/, example: 'G-ABCD123456' } },
};

export function listAnalyticsProblems(analytics: Analytics | undefined) {
  if (analytics === undefined) return [];
  const { service, host, id } = analytics;
  const rule = RULES[service];
  const report = (key: string, what: string) => ({
    path: ['analytics', key],
    message: `analytics.${key} ${what}`,
  });
  return [
    ...(HOST_REQUIRED.includes(service) && host === undefined
      ? [report('host', `is missing; ${HOST}`)]
      : []),
    ...(rule.isHostFixed && host !== undefined
      ? [report('host', `has no meaning for ${service}; remove it`)]
      : []),
    ...findIdProblem(rule, service, id).map((what) => report('id', what)),
  ];
}

function findIdProblem(
  { id: rule }: ServiceRule,
  service: string,
  id: string | undefined,
): readonly string[] {
  if (rule === undefined)
    return id === undefined ? [] : [`has no meaning for ${service}; remove it`];
  const advice = `write the id that ${service} shows, such as ${rule.example}`;
  if (id === undefined) return rule.isOptional ? [] : [`is missing; ${advice}`];
  return rule.form.test(id) ? [] : [`is not an id of ${service}; ${advice}`];
}

const CONSEQUENCES =
  'google sets cookies and sends each visit, with the address of the reader, to Google; in the EU ask readers for consent first, which this site does not do, and name it on the privacy page';

export function adviseOnAnalytics(
  analytics: Analytics | undefined,
  line: number,
): readonly LineFinding[] {
  return analytics?.service === 'google'
    ? [{ line, message: CONSEQUENCES, rule: 'analytics' }]
    : [];
}
