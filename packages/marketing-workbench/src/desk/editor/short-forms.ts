import { isDeepStrictEqual } from 'node:util';
import { parse, parseDocument, stringify } from 'yaml';
import type { z } from 'zod';
import { describeFormSchema, type FieldSchema, stripNull } from './form-fields.ts';
import { isBlankValue, isMapping, lengthenColour } from './keep-format.ts';

type Convert = (value: unknown, schema: FieldSchema) => unknown;

/**
 * Returns YAML as a form can show it: a text that stands for an object becomes this object, and a
 * colour gets six digits.
 */
export function lengthenYaml(text: string, schema: z.ZodType): string {
  return convertYaml(text, schema, (value, { short, isColour }) => {
    if (typeof value !== 'string') return value;
    if (typeof short === 'string') return { [short]: lengthenColour(value) };
    return isColour === true ? lengthenColour(value) : value;
  });
}

/** Returns YAML of a form in which an object that a text can stand for is this text. */
export function shortenYaml(text: string, schema: z.ZodType): string {
  return convertYaml(text, schema, (value, { short }) => {
    if (typeof short !== 'string' || !isMapping(value)) return value;
    const { [short]: main, ...others } = value;
    return typeof main === 'string' && isBlankValue(others) ? main : value;
  });
}

function convertYaml(text: string, schema: z.ZodType, convert: Convert): string {
  if (parseDocument(text).errors.length > 0) return text;
  const value: unknown = parse(text);
  const converted = convertValue(value, describeFormSchema(schema), convert);
  return isDeepStrictEqual(converted, value) ? text : stringify(converted, { lineWidth: 0 });
}

function convertValue(value: unknown, schema: FieldSchema, convert: Convert): unknown {
  const { properties = {}, items } = stripNull(schema);
  const convertOne = (one: unknown, own: unknown) =>
    isSchema(own) ? convertValue(one, own, convert) : one;
  const converted = convert(value, schema);
  if (Array.isArray(converted)) return converted.map((item) => convertOne(item, items));
  if (!isMapping(converted)) return converted;
  return Object.fromEntries(
    Object.entries(converted).map(([key, one]) => [key, convertOne(one, properties[key])]),
  );
}

function isSchema(value: unknown): value is FieldSchema {
  return isMapping(value);
}
