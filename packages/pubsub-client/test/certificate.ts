import { generate } from 'selfsigned';

/** A key and the certificate that it signed itself, PEM; `ca` is what a client has to trust. */
export interface Certificate {
  key: string;
  cert: string;
  ca: string;
}

/** Makes one for a host that is called by that name, and by no address. */
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
