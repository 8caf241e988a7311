import { expect, test } from 'vitest';
import { createSiteNode } from '../support/site-node.ts';

/** React's development build calls `console.createTask` for every element, its production build never. */
const REPORT_DEVELOPMENT_BUILD = `
  console.createTask = () => {
    console.error('development React');
    return { run: (work) => work() };
  };`;

test.for<Readonly<Record<string, string>>>([{}, { NODE_ENV: 'development' }])(
  'pages are rendered by React’s production build, with the environment %o',
  async (environment) => {
    await using node = await createSiteNode(
      {
        ...environment,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(REPORT_DEVELOPMENT_BUILD)}`,
      },
      { isPublished: true },
    );
    expect((await node.get('/')).status).toBe(200);
    expect((await node.get('/no-such-page')).status).toBe(404);
    expect(node.output()).not.toContain('development React');
  },
);
