/** The addresses that only the development server answers. */
export const FINDINGS_PATH = '/__findings';
export const EDITOR_PATH = '/__open-in-editor';
export const CHANGES_PATH = '/__changes';
export const SCRIPT_PATH = '/__page.js';
