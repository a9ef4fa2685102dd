import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'
import { useEncryptionAction } from './encryption.queries.ts'
import type { NewCode } from './encryption.ts'
import { RecoveryCode } from './RecoveryCode.tsx'
import { TypedCode } from './TypedCode.tsx'

type NewCodeProps = {
  /** Creates the code; it is not valid until it was typed back and saved. */
  make: () => Promise<NewCode>
  /** Called if something changed in the meantime, so that no code can be created. */
  onChanged?: () => void
  /** An additional point of the explanation. */
  children?: ReactNode
  onDone: () => void
  onClose: () => void
}

/** Creates a recovery code: explains it, shows it once and asks for it once. Closing the dialog stores nothing. */
export const NewCodeDialog = ({ make, onChanged, children, onDone, onClose }: NewCodeProps) => {
  const words = useWords(encryptionEn).recovery
  const [made, setMade] = useState<NewCode>()
  const [step, setStep] = useState<'code' | 'type'>('code')
  const [isSaving, setSaving] = useState(false)
  const title = made && step === 'type' ? words.typeTitle : words.title
  return (
    <Dialog title={title} isOpen onClose={onClose} isDismissable={!isSaving} keepsWhatIsTyped={made !== undefined}>
      {!made && (
        <Intro make={make} onChanged={onChanged} onMade={setMade} onClose={onClose}>
          {children}
        </Intro>
      )}
      {made && step === 'code' && <RecoveryCode code={made.code} onNext={() => setStep('type')} />}
      {made && step === 'type' && <TypedCode made={made} onBack={() => setStep('code')} onSaving={setSaving} onDone={onDone} />}
    </Dialog>
  )
}

type IntroProps = Pick<NewCodeProps, 'make' | 'children' | 'onClose'> & {
  onChanged: (() => void) | undefined
  onMade: (made: NewCode) => void
}

const Intro = ({ make, onChanged, children, onMade, onClose }: IntroProps) => {
  const { recovery: words, cancel } = useWords(encryptionEn)
  const making = useEncryptionAction(make, { failure: words.makeFailed, onSuccess: onMade, ...(onChanged && { onChanged }) })
  return (
    <>
      <ul className="mt-2 mb-4 flex list-disc flex-col gap-2 pl-5">
        {words.intro.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {children}
      </ul>
      <Notice tone="warning">{words.warning}</Notice>
      <DialogActions>
        <Button onPress={onClose}>{cancel}</Button>
        <Button variant="primary" isPending={making.isPending} pendingText={words.making} onPress={() => making.mutate()}>
          {words.show}
        </Button>
      </DialogActions>
    </>
  )
}
