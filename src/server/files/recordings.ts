import { extname } from 'node:path/posix'

/** Sounds and films that browsers play, or at least save under the right type. */
export type RecordingType =
  | 'audio/mpeg'
  | 'audio/mp4'
  | 'audio/aac'
  | 'audio/ogg'
  | 'audio/wav'
  | 'audio/flac'
  | 'audio/amr'
  | 'audio/webm'
  | 'video/mp4'
  | 'video/webm'
  | 'video/ogg'
  | 'video/quicktime'
  | 'video/3gpp'
  | 'video/x-matroska'

const says = (head: Buffer, bytes: string, at = 0): boolean => head.toString('latin1', at, at + bytes.length) === bytes

/** A brand of the container that phones use for films, sounds and pictures. */
const ofBrand = (brand: string, extension: string): RecordingType | undefined => {
  if (/^(?:hei|hev|mif|msf|avi)/.test(brand)) return undefined
  if (brand === 'qt  ') return 'video/quicktime'
  if (brand.startsWith('3g')) return 'video/3gpp'
  return brand.startsWith('M4A') || brand.startsWith('M4B') || extension === '.m4a' ? 'audio/mp4' : 'video/mp4'
}

/** MPEG audio begins with the eleven bits of a frame; the layer gives the kind. A few other bit patterns are invalid. */
const ofFrame = (head: Buffer): RecordingType | undefined => {
  const [first = 0, second = 0, third = 0] = head
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined
  if ((second & 0xf6) === 0xf0) return 'audio/aac'
  const isSensible = (second & 0x18) !== 0x08 && (second & 0x06) !== 0 && (third & 0xf0) !== 0xf0 && (third & 0x0c) !== 0x0c
  return isSensible ? 'audio/mpeg' : undefined
}

/** Returns the kind of sound or film by the first bytes; the name only distinguishes sounds from films of the same container. */
export const recordingTypeOf = (head: Buffer, fileName: string): RecordingType | undefined => {
  const extension = extname(fileName).toLowerCase()
  if (says(head, 'ftyp', 4)) return ofBrand(head.toString('latin1', 8, 12), extension)
  if (says(head, 'RIFF') && says(head, 'WAVE', 8)) return 'audio/wav'
  if (says(head, 'OggS\0')) return extension === '.ogv' ? 'video/ogg' : 'audio/ogg'
  if (says(head, 'fLaC\0')) return 'audio/flac'
  if (says(head, '#!AMR')) return 'audio/amr'
  if (says(head, '\x1A\x45\xDF\xA3')) {
    if (!head.includes('webm', 0, 'latin1')) return 'video/x-matroska'
    return extension === '.weba' ? 'audio/webm' : 'video/webm'
  }
  const isTagged = says(head, 'ID3') && (head[3] ?? 0) >= 2 && (head[3] ?? 0) <= 4
  return isTagged ? 'audio/mpeg' : ofFrame(head)
}
