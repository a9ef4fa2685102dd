import { useStore } from '#web/api/store.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'
import { useEncryption } from './useEncryption.ts'

/** Warns if the browser does not guarantee that it keeps the keys. */
export const KeptKeys = () => {
  const words = useWords(encryptionEn)
  const isPersistent = useStore(useEncryption().isPersistent)
  return isPersistent === false && <Notice tone="warning">{words.notPersistent}</Notice>
}
