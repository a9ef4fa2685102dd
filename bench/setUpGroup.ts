/*
 * Sets up encryption for people, each with a browser and a recovery device in a signed list. It is a separate process, so that the
 * measured browser has not imported any of their keys before.
 */
import { createHash, createPublicKey, randomBytes, type webcrypto } from 'node:crypto'
import { callOf, type Person } from './encryptedGroup.ts'

type Device = { deviceId: string; publicKeyPem: string; signingKeyPem: string; signing: webcrypto.CryptoKeyPair }
type Lists = { makeFirstList: (first: { userId: string; generation: number; device: Device; recovery: Device }) => Promise<object> }
// Loaded by its URL, because the types of the browser are not those of Node.
const { makeFirstList } = (await import(new URL('../src/chat/encryption/web/crypto/deviceList.ts', import.meta.url).href)) as Lists

const pemOf = (spki: ArrayBuffer): string =>
  createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' }).export({ format: 'pem', type: 'spki' }) as string

/** A device that signs. Its wrapping key has no private half: making one is slow, and wrapping costs the same for any public key. */
const makeDevice = async (): Promise<Device> => {
  const n = randomBytes(256)
  n[0] = (n[0] ?? 0) | 0x80
  n[255] = (n[255] ?? 0) | 1
  const key = createPublicKey({ key: { kty: 'RSA', n: n.toString('base64url'), e: 'AQAB' }, format: 'jwk' })
  const spki = key.export({ format: 'der', type: 'spki' })
  const signing = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  return {
    deviceId: createHash('sha256').update(spki).digest('base64url'),
    publicKeyPem: key.export({ format: 'pem', type: 'spki' }) as string,
    signingKeyPem: pemOf(await crypto.subtle.exportKey('spki', signing.publicKey)),
    signing,
  }
}

/** Makes the person's first device list, as a browser does when encryption is set up. */
const setUp = async (origin: string, { _id, token }: Person): Promise<void> => {
  const call = callOf(origin, token)
  const [device, recovery] = [await makeDevice(), await makeDevice()]
  const { publicKeyPem, signingKeyPem } = device
  await call({ method: 'PUT', path: '/user/encryption/public-key' }, { body: { publicKeyPem, signingKeyPem, deviceName: 'Chrome' } })
  const lists = [await makeFirstList({ userId: _id, generation: 0, device, recovery })]
  const sealed = { deviceId: recovery.deviceId, sealedKeys: randomBytes(60).toString('base64') }
  await call({ method: 'PUT', path: '/user/encryption/lists' }, { body: { lists, recovery: sealed } })
}

const { origin, people } = JSON.parse(process.argv[2] ?? '') as { origin: string; people: Person[] }
for (const person of people) await setUp(origin, person)
console.log(people.length)
