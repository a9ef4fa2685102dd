import { type FrankedPlaceV2, frankedList, frankedListV2, type Place, type Said, type SaidV2 } from '../../encryption.lists.policy.ts'
import { fromBase64 } from './base64.ts'

/*
 * An attacker sends a ciphertext that shows different texts to different members (AES-GCM lets several keys open the
 * same bytes), or one text to all and another in a report. The commitment covers the text and its place and is itself
 * signed, and finding two texts for one commitment requires breaking SHA-256.
 */

const hmac = { name: 'HMAC', hash: 'SHA-256' }

const importKey = (frankingKey: string, usage: KeyUsage): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', fromBase64(frankingKey), hmac, false, [usage])

type Bytes = Uint8Array<ArrayBuffer>

const commit = async (frankingKey: string, franked: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.sign('HMAC', await importKey(frankingKey, 'sign'), franked))

const verify = async (frankingKey: string, commitment: Bytes, franked: Bytes): Promise<boolean> =>
  crypto.subtle.verify('HMAC', await importKey(frankingKey, 'verify'), commitment, franked)

/** Returns 32 bytes. `frankingKey` is base64 of 32 bytes. */
export const commitTo = (place: Place, said: Said, frankingKey: string): Promise<Bytes> => commit(frankingKey, frankedList(place, said))

export const isCommitted = (place: Place, { frankingKey, ...said }: Said & { frankingKey: string }, commitment: Bytes): Promise<boolean> =>
  verify(frankingKey, commitment, frankedList(place, said))

export const commitToV2 = (place: FrankedPlaceV2, said: SaidV2, frankingKey: string): Promise<Bytes> =>
  commit(frankingKey, frankedListV2(place, said))

export const isCommittedV2 = (
  place: FrankedPlaceV2,
  { frankingKey, ...said }: SaidV2 & { frankingKey: string },
  commitment: Bytes,
): Promise<boolean> => verify(frankingKey, commitment, frankedListV2(place, said))
