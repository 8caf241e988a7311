/** The address of the file, which Chromium and Firefox name in the error. */
const FILE = /https?:\S+\.js/;

/**
 * Fetches code by an `import()`. A browser never asks again for a module that it could not fetch once; such a one is
 * asked for at another form of its address. Rejects where that fails too.
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
