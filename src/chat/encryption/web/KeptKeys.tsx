import { Notice } from '#web/ui/Notice.tsx'
import { useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'
import { useEncryption, useStore } from './useEncryption.ts'

/** Warns where the browser does not promise to keep the keys. */
export const KeptKeys = () => {
  const words = useWords(encryptionEn)
  const isPersistent = useStore(useEncryption().isPersistent)
  return isPersistent === false && <Notice tone="warning">{words.notPersistent}</Notice>
}
