import { Copy, Download } from 'lucide-react'
import { saveFile } from '#web/api/download.ts'
import { useSession } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copyText.ts'
import { DialogActions } from '#web/ui/Dialog.tsx'
import { useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'

type RecoveryCodeProps = { code: string; onNext: () => void }

/** Shows the code to be written down. */
export const RecoveryCode = ({ code, onNext }: RecoveryCodeProps) => {
  const words = useWords(encryptionEn).recovery
  const me = useSession()?.user
  const copy = () => copyText(code, words)
  const save = () => saveFile(new File([words.file(me?.name ?? '', code)], words.fileName, { type: 'text/plain' }))
  return (
    <>
      <p>{words.intro[1]}</p>
      <p className="my-4 rounded-lg border border-line-strong p-4">
        <span className="sr-only">{words.label}: </span>
        <span className="flex select-all flex-wrap justify-center gap-x-3 gap-y-2 font-mono font-semibold text-lg">
          {code.split('-').map((group, at, groups) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups have no identity but their place, and two may be equal.
            <span key={at}>
              {group}
              {at < groups.length - 1 && <span className="text-muted">-</span>}
            </span>
          ))}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {navigator.clipboard && (
          <Button icon={<Copy />} onPress={() => void copy()}>
            {words.copy}
          </Button>
        )}
        <Button icon={<Download />} onPress={save}>
          {words.save}
        </Button>
      </div>
      <DialogActions>
        <Button variant="primary" onPress={onNext}>
          {words.written}
        </Button>
      </DialogActions>
    </>
  )
}
