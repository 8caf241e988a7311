import { execFile } from 'node:child_process';
import { appendFile, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { NOT_POSSIBLE } from '../../scripts/deployment-inputs.ts';
import {
  buildah,
  buildImage,
  findObstacle,
  provideBaseImages,
} from '../support/container-builder.ts';
import { FIXTURE_CONTENT, ROOT } from '../support/fixture-content.ts';
import { startSite } from '../support/started-site.ts';
import { READER } from '../support/test-site.ts';
import { createVendoredSite } from '../support/vendored-site.ts';

const IMAGE = 'workbench-test';
const MOST_BYTES = 200_000_000;
const MINUTES = 60_000;
const run = promisify(execFile);
const obstacle = await findObstacle();

if (obstacle === undefined) {
  test(
    'the image is built, serves with a read-only root, stops at its signal and keeps its state',
    buildAndRun,
    15 * MINUTES,
  );
} else {
  test(`a container image ${NOT_POSSIBLE} ${obstacle}`, () => {
    expect(obstacle).toMatch(/./);
  });
}

async function buildAndRun(): Promise<void> {
  await provideBaseImages();
  const folder = await mkdtemp(join(tmpdir(), 'workbench-container-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const context = join(folder, 'my-site');
  await createVendoredSite(context);
  await buildImage(context, IMAGE);
  onTestFinished(() => buildah('rmi', '--force', IMAGE).then(() => undefined));

  const { config, size } = await inspect();
  expect(size).toBeLessThan(MOST_BYTES);
  expect(config).toMatchObject({
    User: '10001:10001',
    StopSignal: 'SIGTERM',
    Volumes: { '/data': {} },
  });
  await serveTwice(folder, config);

  await appendFile(
    join(context, 'content/pages/about.md'),
    '\nA sentence that only this build has.\n',
  );
  const said = await buildImage(context, IMAGE);
  const steps = said.split('\n').filter((line) => /STEP \d+\/\d+: (?:COPY|RUN)/.test(line));
  const reused = said.split('\n').filter((line) => line.includes('Using cache'));
  // Only the layer of the content is new.
  expect(steps.length - reused.length, said).toBeLessThanOrEqual(1);
  await using second = await mountImage();
  expect(await readFile(join(second.root, 'app/content/pages/about.md'), 'utf8')).toContain(
    'only this build has',
  );
}

/**
 * Serves the fixture content, mounted in place of the content in the image, as the image's settings
 * say.
 */
async function serveTwice(folder: string, config: Config): Promise<void> {
  await using image = await mountImage();
  const data = join(folder, 'data');
  await mkdir(data);
  await chown(data, 10_001, 10_001);
  const container = { root: image.root, data, config };
  const first = startContainer(container);
  const origin = await first.origin;
  await vi.waitFor(() => enter(container, origin), { timeout: MINUTES, interval: 500 });
  for (const path of ['/', '/seo', '/seo/local-seo/ask-for-reviews', '/sitemap.xml'])
    expect((await fetch(origin + path)).status, path).toBe(200);
  const { id } = await readJson(`${origin}/api/posts/ad-rank`);
  const headers = { 'user-agent': READER };
  expect((await fetch(`${origin}/api/posts/${id}/view`, { headers })).status).toBe(204);
  expect(await first.stop()).toBe(0);
  expect(first.output()).not.toContain('Fontconfig');

  const second = startContainer(container);
  const popular = await readJson(`${await second.origin}/api/posts/popular`);
  expect(popular[0].slug).toBe('ad-rank');
  expect(second.output()).toContain('0 added, 0 changed, 0 removed');
  expect(await second.stop()).toBe(0);
}

type Config = {
  readonly Env: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly Healthcheck: { readonly Test: readonly string[] };
};

async function inspect(): Promise<{ readonly config: Config; readonly size: number }> {
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', IMAGE));
  const [row] = JSON.parse(await buildah('images', '--json', IMAGE));
  const [, amount = '', unit = ''] = /^([\d.]+) (MB|GB)$/.exec(row.size) ?? [];
  return { config: Docker.config, size: Number(amount) * (unit === 'MB' ? 1e6 : 1e9) };
}

async function mountImage() {
  const container = await buildah('from', IMAGE);
  const root = await buildah('mount', container);
  return {
    root,
    [Symbol.asyncDispose]: async () => {
      await buildah('umount', container);
      await buildah('rm', container);
    },
  };
}

type Container = { readonly root: string; readonly data: string; readonly config: Config };

/**
 * The file systems of `docker run --read-only --tmpfs /tmp --volume …:/data --volume
 * …:/app/content:ro`, and its account.
 */
const MOUNTS = `
mount --bind "$ROOT" "$ROOT" && mount -o remount,bind,ro "$ROOT"
mount -t proc proc "$ROOT/proc" && mount --rbind /dev "$ROOT/dev" && mount -t tmpfs tmpfs "$ROOT/tmp"
mount --bind "$DATA" "$ROOT/data"
mount --bind "$CONTENT" "$ROOT/app/content" && mount -o remount,bind,ro "$ROOT/app/content"
exec chroot --userspec=10001:10001 "$ROOT" /bin/sh -c 'cd /app && exec /usr/bin/env -i "$@"' sh "$@"`;

function createCommand(
  { config }: Container,
  args: readonly string[],
  settings: readonly string[],
) {
  const inside = [...config.Env, ...settings, ...args];
  return ['unshare', '--mount', 'sh', '-euc', MOUNTS, 'sh', ...inside];
}

const createEnvironment = ({ root, data }: Container) => ({
  ROOT: root,
  DATA: data,
  CONTENT: FIXTURE_CONTENT,
});

function startContainer(container: Container) {
  return startSite({
    cwd: ROOT,
    command: createCommand(container, container.config.Cmd, ['HOST=127.0.0.1', 'PORT=0']),
    environment: createEnvironment(container),
  });
}

/** Runs the health check of the image. */
async function enter(container: Container, origin: string): Promise<void> {
  const [, ...check] = container.config.Healthcheck.Test;
  const [program = '', ...args] = createCommand(container, check, [`PORT=${new URL(origin).port}`]);
  await run(program, args, {
    env: { ...createEnvironment(container), PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
  });
}

async function readJson(address: string) {
  const response = await fetch(address);
  expect(response.status, address).toBe(200);
  return response.json();
}

test('our own publication has the image of every owner, with another first stage', async () => {
  const [own, template] = await Promise.all(
    ['site/Dockerfile', 'packages/marketing-workbench/templates/Dockerfile'].map(async (name) => {
      const stages = (await readFile(join(ROOT, name), 'utf8')).split('\nFROM ');
      return stages.filter((stage) => !/ AS (?:engine|packages)\n/.test(stage)).slice(1);
    }),
  );
  expect(own?.map((stage) => stage.replace('COPY site/content', 'COPY content'))).toEqual(template);
});

test.for(['templates/compose.yaml', 'deploy/cluster/compose.yaml'])(
  '%s: services without privileges, and only the proxy has ports',
  async (name) => {
    const file = join(ROOT, 'packages/marketing-workbench', name);
    const { services } = parse(await readFile(file, 'utf8'), { merge: true });
    expect(Object.keys(services).filter((service) => 'ports' in services[service])).toEqual([
      'proxy',
    ]);
    for (const [service, settings] of Object.entries<Record<string, unknown>>(services)) {
      expect(settings.security_opt, service).toEqual(['no-new-privileges:true']);
      expect(settings.mem_limit, service).toBeDefined();
      expect(settings.pids_limit, service).toBeDefined();
      if (service === 'database') continue;
      expect(settings.read_only, service).toBe(true);
      expect(settings.cap_drop, service).toEqual(['ALL']);
    }
    expect(JSON.stringify(services)).not.toMatch(/PASSWORD:-/);
  },
);
