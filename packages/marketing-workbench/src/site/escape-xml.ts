/** Characters that XML 1.0 forbids, even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it removes them
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes text and attributes in double quotes. What XML forbids is removed. */
export function escapeXml(text: string): string {
  return ORDINARY.test(text) ? text : escapeOthers(text);
}

/** Nothing in it has to be changed. Most addresses and names are such texts. */
const ORDINARY = /^[\w :/.,;!?'()+=%#-]*$/;

function escapeOthers(text: string): string {
  return escapeTags(removeForbidden(text)).replaceAll('"', '&quot;');
}

/** For text between tags, which keeps its quotation marks, also of HTML. Nothing is removed. */
export function escapeTags(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Returns the text as it is; its end mark is divided between two sections. */
export function formatCdata(text: string): string {
  return `<![CDATA[${removeForbidden(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

/** A lone surrogate can't be written at all. */
function removeForbidden(text: string): string {
  return text.toWellFormed().replace(FORBIDDEN, '');
}
