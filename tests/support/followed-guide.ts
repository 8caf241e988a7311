import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './fixture-content.ts';

export const INSTALLS_PACKAGES = /^(?:apt-get|npm) .*install /;

/** Reads a guide of the package, whose commands a test follows as a reader does. */
export async function readGuide(name: string) {
  const page = await readFile(join(ROOT, 'packages/marketing-workbench/docs', name), 'utf8');
  /** The code blocks under a heading of the second level, without the indentation of a list. */
  const listBlocks = (heading: string): readonly string[] => {
    const [section = ''] = (page.split(`\n## ${heading}\n`)[1] ?? '').split('\n## ');
    return [...section.matchAll(/^( *)```\n(.*?)^\1```/gms)].map(([, indent = '', block = '']) =>
      block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    );
  };
  return {
    listBlocks,
    /** The commands of all code blocks under the heading. */
    listCommands: (heading: string) => listBlocks(heading).join('').trimEnd().split('\n'),
  };
}

/** Writes a program in place of certbot: a certificate authority can't reach the machine. */
export function writeCertbot(site: string): string {
  return `#!/bin/sh
install -d /etc/letsencrypt/live/${site} && cd /etc/letsencrypt/live/${site}
exec openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=${site} -addext subjectAltName=DNS:${site} -keyout privkey.pem -out fullchain.pem
`;
}
