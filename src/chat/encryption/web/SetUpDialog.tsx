import { useState } from 'react'
import { getSession } from '#web/api/session.ts'
import { setOwnDevice } from '#web/offline/ownDevice.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'
import { continueOrClose, type SetUpDialogProps } from './dialogProps.ts'
import { useDevices } from './encryption.queries.ts'
import { KeptKeys } from './KeptKeys.tsx'
import { NewCodeDialog } from './NewCodeDialog.tsx'
import { useDeviceState, useEncryption } from './useEncryption.ts'

/** `startsOver` means that the person has lost every device and the code, and was warned. */
type SetUpProps = SetUpDialogProps & { startsOver?: boolean; onDone: () => void }
type Step = 'whose' | 'shared' | 'code' | 'done'

/** Sets up encryption, then continues with the chat to be encrypted. */
export const SetUpDialog = (ways: Omit<SetUpProps, 'onDone'>) => <SetUp {...ways} onDone={() => continueOrClose(ways)} />

/** Asks whose device it is before the first key is created; includes creating the recovery code. */
export const SetUp = ({ conversation, startsOver = false, onGo, onClose, onDone }: SetUpProps) => {
  const encryption = useEncryption()
  const [step, setStep] = useState<Step>('whose')
  // When a chat is encrypted next, its dialog says that keys may be deleted.
  const answerOwn = () => {
    setOwnDevice(getSession()?.user._id ?? '', true)
    setStep('code')
  }
  const saved = () => (encryption.isPersistent.get() === false && !conversation ? setStep('done') : onDone())
  switch (step) {
    case 'whose':
      return <Whose onYes={answerOwn} onNo={() => setStep('shared')} onClose={onClose} />
    case 'shared':
      return (
        <Shared
          onCode={() => onGo({ name: 'enterCode', conversation, isShared: true })}
          onBack={() => setStep('whose')}
          onClose={onClose}
        />
      )
    case 'code':
      return <NewCodeDialog make={() => encryption.setUp({ startsOver })} onChanged={onDone} onDone={saved} onClose={onClose} />
    default:
      return <Done onDone={onDone} />
  }
}

type WhoseProps = { onYes: () => void; onNo: () => void; onClose: () => void }

const Whose = ({ onYes, onNo, onClose }: WhoseProps) => {
  const { setUp: words, standing } = useWords(encryptionEn)
  const isOutdated = useDeviceState() === 'outdated'
  return (
    <Dialog title={isOutdated ? words.titleAgain : words.title} size="small" isOpen onClose={onClose}>
      {isOutdated && <p className="mb-3">{standing.outdated}</p>}
      <h3 className="font-semibold">{words.question}</h3>
      <p>{words.why}</p>
      <DialogActions>
        <Button onPress={onNo}>{words.no}</Button>
        <Button variant="primary" onPress={onYes}>
          {words.yes}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type SharedProps = { onCode: () => void; onBack: () => void; onClose: () => void }

/** On a shared device, no key is created. */
const Shared = ({ onCode, onBack, onClose }: SharedProps) => {
  const { setUp: words, standing, back } = useWords(encryptionEn)
  const state = useDeviceState()
  const hasCode = useDevices().data?.items.some(({ kind }) => kind === 'recovery') ?? false
  const isSetUp = hasCode || state === 'none' || state === 'pending' || state === 'startedOver'
  return (
    <Dialog title={words.shared} size="small" isOpen onClose={onClose}>
      <p>{words.sharedText}</p>
      {isSetUp && <p className="mt-3">{words.haveCode}</p>}
      <DialogActions>
        <Button onPress={onBack}>{back}</Button>
        {isSetUp && (
          <Button variant="primary" onPress={onCode}>
            {standing.code}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

const Done = ({ onDone }: Pick<SetUpProps, 'onDone'>) => {
  const words = useWords(encryptionEn).setUp
  return (
    <Dialog title={words.done} size="small" isOpen onClose={onDone}>
      <KeptKeys />
      <DialogActions>
        <Button variant="primary" onPress={onDone}>
          {words.goOn}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
