import { generateKeyPairSync, sign } from 'node:crypto'

export function selfSigned(): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const ecdsaWithSha256 = der(0x30, Buffer.from('06082a8648ce3d040302', 'hex'))
  const commonName = der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('push')))
  const name = der(0x30, der(0x31, commonName))
  const validity = der(0x30, der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z')))
  const known = publicKey.export({ type: 'spki', format: 'der' })
  const version = der(0xa0, der(0x02, Buffer.from([2])))
  const address = der(0x30, der(0x87, Buffer.from([127, 0, 0, 1])))
  const alternativeName = der(0x30, Buffer.from('0603551d11', 'hex'), der(0x04, address))
  const extensions = der(0xa3, der(0x30, alternativeName))
  const serial = der(0x02, Buffer.from([1]))
  const body = der(0x30, version, serial, ecdsaWithSha256, name, validity, name, known, extensions)
  const signature = sign('sha256', body, privateKey)
  const certificate = der(0x30, body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
