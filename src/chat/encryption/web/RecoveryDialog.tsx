import { useState } from 'react'
import { useSession } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'
import { useDevices, useDoing } from './encryption.queries.ts'
import type { EncryptionScreens } from './encryption.ts'
import type { Ways } from './OpenedDialog.tsx'
import { RecoveryCode } from './RecoveryCode.tsx'
import { TypedCode } from './TypedCode.tsx'
import { noteAnswered, noteUsedHere } from './usedHere.ts'
import { useEncryption } from './useEncryption.ts'

type Made = Awaited<ReturnType<EncryptionScreens['makeRecoveryCode']>>

/** Makes a recovery code: said what it is, shown once, typed back; only then it counts. */
export const RecoveryDialog = ({ onClose }: Ways) => {
  const words = useWords(encryptionEn).recovery
  const me = useSession()?.user
  const devices = useDevices()
  const [made, setMade] = useState<Made>()
  const [step, setStep] = useState<'code' | 'type'>('code')
  const [isSaving, setSaving] = useState(false)
  const later = () => {
    if (me) noteUsedHere(me._id, { isPutOff: true })
    onClose()
  }
  const done = async () => {
    onClose()
    if (!me) return
    noteUsedHere(me._id, { hasCode: true })
    // Who has made it here need not be told in each chat.
    const { data } = await devices.refetch()
    for (const { _id, kind } of data?.items ?? []) if (kind === 'recovery') noteAnswered(me._id, _id)
  }
  const title = made && step === 'type' ? words.typeTitle : words.title
  return (
    <Dialog title={title} isOpen onClose={made ? onClose : later} isDismissable={!isSaving} keepsWhatIsTyped={made !== undefined}>
      {!made && <Intro onMade={setMade} onLater={later} />}
      {made && step === 'code' && <RecoveryCode code={made.code} onNext={() => setStep('type')} />}
      {made && step === 'type' && <TypedCode made={made} onBack={() => setStep('code')} onSaving={setSaving} onDone={() => void done()} />}
    </Dialog>
  )
}

const Intro = ({ onMade, onLater }: { onMade: (made: Made) => void; onLater: () => void }) => {
  const words = useWords(encryptionEn).recovery
  const encryption = useEncryption()
  const hasOne = useDevices().data?.items.some(({ kind }) => kind === 'recovery') ?? false
  const make = useDoing(() => encryption.makeRecoveryCode(), { failure: words.makeFailed, onSuccess: onMade })
  return (
    <>
      <ul className="mt-2 mb-4 flex list-disc flex-col gap-2 pl-5">
        {words.intro.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {hasOne && <li>{words.replaces}</li>}
      </ul>
      <Notice tone="warning">{words.warning}</Notice>
      <DialogActions>
        <Button onPress={onLater}>{words.later}</Button>
        <Button variant="primary" isPending={make.isPending} pendingText={words.making} onPress={() => make.mutate()}>
          {words.show}
        </Button>
      </DialogActions>
    </>
  )
}
