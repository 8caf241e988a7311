import { z } from 'zod';
import { FORM_HINTS } from '../../content/site-yaml-schema.ts';

/** A field of the editor (https://sveltiacms.app/en/docs/fields). */
export type FormField = { readonly name: string; readonly widget: string } & Readonly<
  Record<string, unknown>
>;

export type FieldSchema = z.core.JSONSchema.JSONSchema;

/**
 * Creates a form for what the schema describes: kind, limits and advice of each key. It leaves out
 * keys that no field can show.
 */
export function createFormFields(schema: z.ZodType): readonly FormField[] {
  const described = describeFormSchema(schema);
  if (described.type === 'array') {
    const rows = createField('rows', described, true);
    return rows === undefined ? [] : [{ ...rows, root: true }];
  }
  return createObjectFields(described);
}

/** Describes a schema as a JSON Schema that also has the hints for forms. */
export function describeFormSchema(schema: z.ZodType): FieldSchema {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, FORM_HINTS.get(zodSchema));
    },
  });
}

function createObjectFields({ properties = {}, required = [] }: FieldSchema): readonly FormField[] {
  return Object.entries(properties)
    .map(([key, property]) =>
      typeof property === 'boolean'
        ? undefined
        : createField(key, property, required.includes(key)),
    )
    .filter((field) => field !== undefined);
}

function createField(
  name: string,
  property: FieldSchema,
  isRequired: boolean,
): FormField | undefined {
  const schema = stripNull(property);
  const kind = describeWidget(schema);
  if (kind === undefined) return undefined;
  return { name, label: formatLabel(name), required: isRequired, ...kind };
}

/**
 * Returns the schema without null: a key that may also be empty becomes the kind of its value, one
 * that may be a list becomes a list, and a text that stands for an object becomes this object.
 */
export function stripNull(schema: FieldSchema): FieldSchema {
  const kinds =
    schema.anyOf?.filter((kind) => typeof kind === 'object' && kind.type !== 'null') ?? [];
  const wanted = schema.short === undefined ? 'array' : 'object';
  const kind = kinds.find(
    (one) => kinds.length === 1 || (typeof one === 'object' && one.type === wanted),
  );
  if (typeof kind !== 'object') return schema;
  const { short, hint } = schema;
  return typeof short === 'string' ? { ...kind, hint, required: [short] } : kind;
}

/** Returns the settings of a field that depend on the kind of its value. */
function describeWidget(
  schema: FieldSchema,
): (Omit<FormField, 'name'> & { widget: string }) | undefined {
  const options = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (options !== undefined) return { widget: 'select', options };
  if (schema.format === 'date') return { widget: 'datetime', type: 'date' };
  switch (findValueType(schema)) {
    case 'string':
      if (schema.isColour === true) return { widget: 'color', allowInput: true };
      return {
        widget: 'string',
        hint: describeAdvice(schema),
        minlength: schema.minLength,
        maxlength: schema.maxLength,
      };
    case 'boolean':
      return { widget: 'boolean', default: schema.default ?? false };
    case 'integer':
    case 'number':
      return {
        widget: 'number',
        min: schema.minimum,
        value_type: schema.type === 'integer' ? 'int' : 'float',
      };
    case 'array':
      return describeList(schema);
    case 'object': {
      const fields = createObjectFields(schema);
      return fields.length === 0 ? undefined : { widget: 'object', hint: schema.hint, fields };
    }
    default:
      return undefined;
  }
}

/** Returns the type of a value; for one that may also be a text, the other type. */
function findValueType({ type }: FieldSchema) {
  return Array.isArray(type) ? type.find((one) => one !== 'string') : type;
}

/**
 * Formats the advice for a text. The advice on lists and dates is about YAML, which a form writes
 * by itself.
 */
function describeAdvice({ description }: FieldSchema): string | undefined {
  return description && `${description.charAt(0).toUpperCase()}${description.slice(1)}.`;
}

function describeList({ items: written, minItems, maxItems }: FieldSchema) {
  if (typeof written !== 'object' || Array.isArray(written)) return undefined;
  const items = stripNull(written);
  const limits = { min: minItems, max: maxItems };
  if (findValueType(items) === 'object') {
    const fields = createObjectFields(items);
    return fields.length === 0
      ? undefined
      : { widget: 'list', hint: items.hint, ...limits, fields, collapsed: true };
  }
  const field = createField('item', items, true);
  return field && { widget: 'list', ...limits, field };
}

/**
 * Formats a name as a label: `metaDescription` → `Meta description`, `google-ads` → `Google ads`.
 */
export function formatLabel(name: string): string {
  const words = name
    .replaceAll('-', ' ')
    .replaceAll(/\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
