import { z } from 'zod';
import { line, list, strict } from '../../content/yaml.ts';

const LABEL = line({ min: 1, max: 200, advice: 'write the words as the screen shows them' });
const LABELS = list(LABEL, 'write the labels as a list').min(1, {
  error: 'is empty; write the labels',
});
const MARK = { mark: z.int().optional() };
const FILLED = { value: LABEL.optional(), ...MARK };
const CHOICE = { on: z.boolean().default(false), ...MARK };
/**
 * Names the chosen item, or the chosen row by its first cell, with `on`. The ring of `mark`
 * surrounds only this.
 */
const SEVERAL = { on: LABEL.optional(), ...MARK };

const CONTROL = z.union(
  [
    strict({ heading: LABEL, ...MARK }),
    strict({ text: LABEL, ...MARK }),
    strict({ note: LABEL, ...MARK }),
    strict({ code: LABEL, ...MARK }),
    strict({ field: LABEL, ...FILLED }),
    strict({ select: LABEL, ...FILLED }),
    strict({ radio: LABEL, ...CHOICE }),
    strict({ checkbox: LABEL, ...CHOICE }),
    strict({ toggle: LABEL, ...CHOICE }),
    strict({ tabs: LABELS, ...SEVERAL }),
    strict({ menu: LABELS, ...SEVERAL }),
    strict({ tiles: LABELS, ...SEVERAL }),
    strict({ buttons: LABELS, ...SEVERAL }),
    strict({ table: list(LABELS, 'write a list of rows').min(1), ...SEVERAL }),
  ],
  {
    error:
      'is not a control; write heading, text, note, code, field, select, radio, checkbox, toggle, tabs, menu, tiles, buttons or table, and beside it `mark`, `value` or `on`',
  },
);

const FORM = strict({
  title: LABEL,
  window: LABEL,
  controls: list(CONTROL, 'write what the screen shows from top to bottom').refine(
    areMarksInOrder,
    {
      error: 'has marks in another order; number them 1, 2, 3 … from top to bottom',
    },
  ),
});

/** Describes the drawings of one text; the key is the end of the file name, `{slug}-{key}.svg`. */
export const DRAWINGS_SCHEMA = z.record(
  z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, { error: 'is not a slug' }),
  FORM,
);

export type FormDescription = z.infer<typeof FORM>;
export type Control = z.infer<typeof CONTROL>;

function areMarksInOrder(controls: readonly { readonly mark?: number | undefined }[]): boolean {
  return controls.flatMap(({ mark }) => mark ?? []).every((mark, index) => mark === index + 1);
}
