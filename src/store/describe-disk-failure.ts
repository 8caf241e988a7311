import { readSqliteCode } from './database.ts';

const ADVICE: readonly { readonly codes: readonly unknown[]; readonly advice: string }[] = [
  {
    codes: ['ENOSPC', 'EDQUOT', 'EFBIG', 13],
    advice: 'The disk is full: free some space, then run it again.',
  },
  { codes: ['EEXIST', 'ENOTDIR'], advice: 'DATA_DIR has to be a folder.' },
  {
    codes: ['EROFS', 'EACCES', 'EPERM', 8, 14],
    advice: 'DATA_DIR has to be a folder that this account can write to.',
  },
];

/** One line for whoever runs a program that ended by this error: what happened, and what to do where that is known. */
export function describeDiskFailure(error: unknown, dataDir: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const code = readSqliteCode(error) ?? readErrorCode(error);
  const known = ADVICE.find(({ codes }) => codes.includes(code));
  return `${message.split('\n')[0]}. ${known === undefined ? '' : `DATA_DIR is ${dataDir}. ${known.advice}`}`.trim();
}

function readErrorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
