import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Somebody who signs certificates. */
export type Authority = {
  /** Its own certificate, in PEM. */
  readonly certificate: string;
  /** A server's key and certificate, in PEM, valid today for this IPv4 address. */
  readonly issue: (address: string) => { readonly key: string; readonly certificate: string };
};

const DAY_MS = 86_400_000;
const SEQUENCE = 0x30;
const OID = {
  ecdsaWithSha256: '06082a8648ce3d040302',
  commonName: '0603550403',
  basicConstraints: '0603551d13',
  subjectAltName: '0603551d11',
} as const;

/** A new authority (RFC 5280), so that no certificate in the repository can expire. */
export function createAuthority(name: string): Authority {
  const own = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const isAuthority = encode(SEQUENCE, hex(OID.basicConstraints), hex('0101ff'), hex('040530030101ff'));
  const certify = (subject: string, key: KeyObject, extension: Buffer) =>
    createCertificate({ issuer: name, subject, key, extension, signer: own.privateKey });
  return {
    certificate: certify(name, own.publicKey, isAuthority),
    issue: (address) => {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
      const names = encode(SEQUENCE, encode(0x87, Buffer.from(address.split('.').map(Number))));
      const alternatives = encode(SEQUENCE, hex(OID.subjectAltName), encode(0x04, names));
      return {
        key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
        certificate: certify('a database', publicKey, alternatives),
      };
    },
  };
}

type Wanted = {
  readonly issuer: string;
  readonly subject: string;
  readonly key: KeyObject;
  readonly extension: Buffer;
  readonly signer: KeyObject;
};

function createCertificate({ issuer, subject, key, extension, signer }: Wanted): string {
  const algorithm = encode(SEQUENCE, hex(OID.ecdsaWithSha256));
  const validity = encode(SEQUENCE, encodeTime(Date.now() - DAY_MS), encodeTime(Date.now() + DAY_MS));
  const body = encode(
    SEQUENCE,
    // Version 3.
    hex('a003020102'),
    encode(0x02, Buffer.from([1]), randomBytes(8)),
    algorithm,
    encodeName(issuer),
    validity,
    encodeName(subject),
    key.export({ type: 'spki', format: 'der' }),
    encode(0xa3, encode(SEQUENCE, extension)),
  );
  const signature = encode(0x03, Buffer.from([0]), sign('sha256', body, signer));
  const certificate = encode(SEQUENCE, body, algorithm, signature).toString('base64');
  const lines = certificate.match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function encodeName(name: string): Buffer {
  const attribute = encode(SEQUENCE, hex(OID.commonName), encode(0x0c, Buffer.from(name)));
  return encode(SEQUENCE, encode(0x31, attribute));
}

function encodeTime(time: number): Buffer {
  const digits = new Date(time).toISOString().replace(/\D/g, '').slice(2, 14);
  return encode(0x17, Buffer.from(`${digits}Z`));
}

/** A tag, the length of what it holds, and that (ITU-T X.690). */
function encode(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...(length < 0x80 ? [length] : long)]), content]);
}

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex');
}
