import { readMessage } from '../database.ts';
import { formatHolderForReaders } from './lock-holders.ts';
import { LagError } from './replica-lag.ts';
import { SchemaError } from './schema-version.ts';
import { LockError, NoAnswerError } from './wait-watch.ts';

type KnownFailure = { readonly code?: RegExp; readonly words?: RegExp; readonly text: string };

const LOCKED_TABLES = 'Another program’s open transaction keeps PostgreSQL’s tables locked';

/**
 * The first match wins. `code` is Node's code or PostgreSQL's SQLSTATE; `words` match failures
 * without a code.
 */
const KNOWN_FAILURES: readonly KnownFailure[] = [
  {
    code: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    text: 'PostgreSQL’s certificate is for another host than DATABASE_URL names',
  },
  { code: /^CERT_HAS_EXPIRED$/, text: 'PostgreSQL’s certificate has expired' },
  { code: /^CERT_NOT_YET_VALID$/, text: 'PostgreSQL’s certificate is not valid yet' },
  {
    code: /SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|^CERT_/,
    text: 'PostgreSQL’s certificate is not trusted by this machine; see sslrootcert in DATABASE_URL',
  },
  { words: /does not support SSL/, text: 'PostgreSQL offers no TLS, which DATABASE_URL asks for' },
  {
    words: /sslmode=verify-ca requires/,
    text: 'sslmode=verify-ca needs sslrootcert in DATABASE_URL',
  },
  {
    words: /no pg_hba\.conf entry.*no encryption/,
    text: 'PostgreSQL requires TLS; DATABASE_URL needs sslmode=verify-full',
  },
  {
    words: /client password must be/,
    text: 'PostgreSQL asks for a password, and DATABASE_URL has none',
  },
  {
    words: /ENOSPC|EDQUOT|EFBIG|EROFS|[\\/]media[\\/]/,
    text: 'This machine can’t write pictures and downloads to DATA_DIR',
  },
  {
    words: /ENOENT|EACCES|EISDIR/,
    text: 'a certificate file that DATABASE_URL names can’t be read',
  },
  // Other codes of Node are failures on this machine.
  { code: /^ERR_/, text: 'This machine can’t sync PostgreSQL’s content' },
  { code: /^(?:28P01|28000)$/, text: 'PostgreSQL refuses the credentials of DATABASE_URL' },
  { code: /^3D000$/, text: 'PostgreSQL has no database of the name in DATABASE_URL' },
  { code: /^42501$/, text: 'PostgreSQL doesn’t let this site’s role read its tables' },
  { code: /^55P03$/, text: LOCKED_TABLES },
  {
    code: /^25006$/,
    text: 'PostgreSQL is read-only: a replica, or default_transaction_read_only is on; DATABASE_URL has to name the primary',
  },
  {
    code: /^53300$/,
    text: 'PostgreSQL has no free connection: see max_connections and the limits of role and database',
  },
  { code: /^53100$/, text: 'PostgreSQL’s disk is full' },
  { code: /^57014$/, text: 'PostgreSQL cancelled a statement; its message says which limit' },
  { code: /^57P03$/, text: 'PostgreSQL is starting, recovering or shutting down' },
  { code: /^22/, text: 'PostgreSQL can’t store a value of the content' },
];
const UNREACHABLE = 'PostgreSQL can’t be reached';
/** SQLSTATE classes: connection exception, insufficient resources, operator intervention. */
const UNAVAILABLE = /^(?:08|53|57)/;

/** Describes the failure for the public health call, without host and user. */
export function describeDatabaseFailure(error: unknown): string {
  if (error instanceof SchemaError || error instanceof LagError) return error.message;
  if (error instanceof LockError)
    return [LOCKED_TABLES, ...error.holders.slice(0, 1).map(formatHolderForReaders)].join(': ');
  if (error instanceof NoAnswerError)
    return 'PostgreSQL does not answer: it is paused or overloaded, or the network loses packets';
  const code = readFailureCode(error);
  const isOwn = error instanceof TypeError || error instanceof RangeError;
  const known = KNOWN_FAILURES.find(
    (failure) =>
      failure.code?.test(isOwn ? 'ERR_' : code) || failure.words?.test(readMessage(error)),
  );
  if (known !== undefined) return known.text;
  // Only answers of the server have a severity.
  const isAnswer = error instanceof Error && 'severity' in error && !UNAVAILABLE.test(code);
  return isAnswer ? 'PostgreSQL refuses a statement' : UNREACHABLE;
}

export function isLockFailure(error: unknown): boolean {
  return error instanceof LockError || readFailureCode(error) === '55P03';
}

function readFailureCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
