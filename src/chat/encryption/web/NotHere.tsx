import { Button } from '#web/ui/Button.tsx'
import { useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'
import { useDoing } from './encryption.queries.ts'
import type { Opened } from './OpenedDialog.tsx'
import { useEncryption } from './useEncryption.ts'

type NotHereProps = { text: string; onGo: (next: Opened) => void; onLater?: (() => void) | undefined }

/** This browser is no device of the person yet: what it shall be. */
export const NotHere = ({ text, onGo, onLater }: NotHereProps) => {
  const words = useWords(encryptionEn).banner
  const encryption = useEncryption()
  // biome-ignore lint/correctness/useHookAtTopLevel: it is no hook, and is called where somebody presses.
  const add = useDoing(() => encryption.useThisBrowser(), { failure: words.failed, onSuccess: () => onGo({ name: 'newBrowser' }) })
  return (
    <>
      <p>{text}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button isPending={add.isPending} onPress={() => add.mutate()}>
          {words.own}
        </Button>
        <Button onPress={() => onGo({ name: 'enterCode' })} isDisabled={add.isPending}>
          {words.code}
        </Button>
        {onLater && (
          <Button variant="quiet" onPress={onLater}>
            {words.later}
          </Button>
        )}
      </div>
    </>
  )
}
