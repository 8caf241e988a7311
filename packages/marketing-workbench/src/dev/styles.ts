/**
 * Google cuts titles at about 600 pixels and descriptions after two lines of that width; with
 * smaller text the widths shrink alike, so the cut is at the same letter.
 */
export const STYLES = `
:host { all: initial }
aside { position: fixed; z-index: 9999; right: 0; bottom: 0; max-width: min(420px, 100vw); max-height: 80vh; overflow: auto;
  box-sizing: border-box; padding: 8px 16px; background: #fff8e1; color: #3e2c00; border: 1px solid #b58900;
  font: 14px/1.5 system-ui, sans-serif }
main { max-width: 900px; margin: 32px auto; padding: 0 16px; font: 16px/1.5 system-ui, sans-serif }
summary { font-weight: bold; cursor: pointer }
p, ul { margin: 8px 0 }
ul { padding-left: 20px }
li { margin: 6px 0; overflow-wrap: anywhere }
a { color: #6b3d00 }
h2 { margin: 16px 0 4px; font-size: 14px }
.result, figure { margin: 0; padding: 8px; background: #fff; font-family: Arial, sans-serif }
.result { width: 600px; zoom: .62 }
.result p { margin: 0; overflow: hidden; color: #4d5156 }
.title { font-size: 20px; line-height: 1.3; white-space: nowrap; text-overflow: ellipsis }
.result .title { color: #1a0dab }
.description { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; line-height: 1.58 }
img { display: block; width: 100%; aspect-ratio: 1200 / 630; background: #eee }
figcaption * { display: block; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; color: #1c1e21 }
`;
