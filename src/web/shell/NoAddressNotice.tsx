import { Notice } from '../ui/Notice.tsx'
import { webEn } from '../web.en.ts'
import { useWords } from '../words.ts'
import { usePublicAddress } from './usePublicAddress.ts'

/** Explains why a slip or a message has no address, and what to do about it; renders nothing if it has one. */
export const NoAddressNotice = () => {
  const words = useWords(webEn)
  return usePublicAddress() === undefined ? <Notice tone="warning">{words.noAddress}</Notice> : null
}
