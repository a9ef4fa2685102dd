import { frankedList, type Place, type Said } from '../../encryption.lists.policy.ts'
import { fromBase64 } from './base64.ts'

/*
 * An attacker sends a ciphertext that says one thing to one member and another thing to another (AES-GCM lets several keys open the
 * same bytes), or one thing to all and another in a report. The commitment is over the text and its place and stands under the
 * signature, and finding two texts for one commitment means breaking SHA-256.
 */

const hmac = { name: 'HMAC', hash: 'SHA-256' }

const importKey = (frankingKey: string, usage: KeyUsage): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', fromBase64(frankingKey), hmac, false, [usage])

/** 32 bytes. `frankingKey` is base64 of 32 bytes. */
export const commitTo = async (place: Place, said: Said, frankingKey: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.sign('HMAC', await importKey(frankingKey, 'sign'), frankedList(place, said)))

export const isCommitted = async (
  place: Place,
  { frankingKey, ...said }: Said & { frankingKey: string },
  commitment: Uint8Array<ArrayBuffer>,
): Promise<boolean> => crypto.subtle.verify('HMAC', await importKey(frankingKey, 'verify'), commitment, frankedList(place, said))
