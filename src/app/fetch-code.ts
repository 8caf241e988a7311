/** The URL of the file, which Chromium and Firefox include in the error message. */
const FILE = /https?:\S+\.js/;

/**
 * Loads a module by `import()`. Browsers remember that a module could not be fetched and never try again, so the retry adds
 * a query to its URL. Rejects if the retry fails, or if the browser doesn't name the URL (Safari).
 */
export async function fetchCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const [file] = FILE.exec(String(error)) ?? [];
    if (file === undefined) throw error;
    return await import(/* @vite-ignore */ `${file}?${Date.now()}`);
  }
}
