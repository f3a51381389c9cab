import { generate } from 'selfsigned';

/** A key and its self-signed certificate, PEM; a client has to trust `ca`. */
export interface Certificate {
  key: string;
  cert: string;
  ca: string;
}

/** Makes a certificate for a host name, not for an address. */
export async function makeCertificate(hostname: string): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: hostname }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: hostname }] },
    ],
  });
  return { key: made.private, cert: made.cert, ca: made.cert };
}
