import { z } from 'zod';
import { factsSchema } from './facts.ts';
import { siteYamlSchema } from './site-yaml-schema.ts';
import { FRONT_MATTER } from './texts/text-keys.ts';

const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  site: siteYamlSchema,
  facts: factsSchema,
  ...FRONT_MATTER,
};

/**
 * Returns JSON Schemas of `site.yaml`, of `facts.yaml` and of the front matter of each kind of
 * text, by file name, for editors.
 */
export function formatSchemas(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(SCHEMAS).map(([name, schema]) => [
      `${name}.schema.json`,
      `${JSON.stringify(describeSchema(schema), null, 2)}\n`,
    ]),
  );
}

function describeSchema(schema: z.ZodType) {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      // A date may have a time that no format of JSON Schema allows.
      if (jsonSchema.format === 'date') delete jsonSchema.format;
      // Without the flag for Unicode, which not every editor sets, no text would match it.
      if (jsonSchema.pattern?.includes('\\P{')) delete jsonSchema.pattern;
    },
  });
}
