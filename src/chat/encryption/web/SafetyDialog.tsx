import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { type Answer, Loaded } from '#web/ui/Loaded.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import { Bar, Skeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'
import { Digits } from './Digits.tsx'
import type { ConversationDialogProps } from './dialogProps.ts'
import { useEncryptionAction, useSafetyNumber } from './encryption.queries.ts'
import { useOtherName } from './people.ts'
import { useConversationEncryption, useDeviceState, useEncryption } from './useEncryption.ts'

/** The digits and name that were on the screen while both people compared. */
type Compared = { digits: string; name: string }

const useMark = ({ _id }: ConversationDialogProps['conversation'], onSuccess: (isSame: boolean) => void) => {
  const words = useWords(encryptionEn).safety
  const encryption = useEncryption()
  const set = async (compared: Compared | null) => {
    await encryption.setVerified(_id, compared)
    return compared !== null
  }
  return useEncryptionAction(set, { failure: words.failed, onSuccess, onChanged: () => encryption.invalidateKeys(_id) })
}

/** The sixty digits that both people compare, or what is missing before they exist. */
export const SafetyDialog = (props: ConversationDialogProps) => {
  const number = useSafetyNumber(props.conversation._id)
  return number.data === null ? <NoNumber {...props} /> : <Compare number={{ ...number, data: number.data }} {...props} />
}

const NoNumber = ({ conversation, onClose }: ConversationDialogProps) => {
  const words = useWords(encryptionEn)
  const name = useOtherName(conversation)
  const state = useDeviceState()
  const isHere = state === 'ready' || state === 'recovery'
  return (
    <Dialog title={words.safety.title(name)} size="small" isOpen onClose={onClose}>
      <p className="wrap-anywhere">{isHere ? words.safety.notYet(name) : words.safety.notHere}</p>
      <DialogActions>
        <Button onPress={onClose}>{words.close}</Button>
      </DialogActions>
    </Dialog>
  )
}

const Compare = ({ number, conversation, onClose }: ConversationDialogProps & { number: Answer<string> }) => {
  const words = useWords(encryptionEn)
  const name = useOtherName(conversation)
  const isVerified = useConversationEncryption(conversation._id)?.isVerified ?? false
  const [isDifferent, setDifferent] = useState(false)
  const mark = useMark(conversation, (isSame) => {
    setDifferent(!isSame)
    if (!isSame) return
    toast.success(words.safety.done(name))
    onClose()
  })
  return (
    <Dialog title={words.safety.title(name)} isOpen onClose={onClose}>
      <p className="wrap-anywhere">{words.safety.how(name)}</p>
      <Loaded of={number} skeleton={<NumberSkeleton />} failed={words.safety.loadFailed}>
        {(digits) => (
          <>
            <Digits label={words.safety.label} digits={digits} columns={4} />
            <div className="mx-auto w-44 rounded-lg border border-line">
              <QrCode text={digits.replaceAll(/\D/g, '')} label={words.safety.qr} />
            </div>
          </>
        )}
      </Loaded>
      {isVerified && <p className="mt-3 text-center font-medium">{words.safety.verified}</p>}
      {isDifferent && (
        <div className="mt-4">
          <Notice tone="warning" title={words.safety.warningTitle}>
            {words.safety.warning(name)}
          </Notice>
        </div>
      )}
      <DialogActions>
        <Button isPending={mark.isPending} onPress={() => mark.mutate(null)}>
          {words.safety.notSame}
        </Button>
        {!isVerified && (
          <Button
            variant="primary"
            isPending={mark.isPending}
            isDisabled={number.data === undefined}
            onPress={() => number.data !== undefined && mark.mutate({ digits: number.data, name })}
          >
            {words.safety.same}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

const NumberSkeleton = () => (
  <Skeleton>
    <Bar className="mx-auto my-3 h-24 w-64" />
    <Bar className="mx-auto size-44" />
  </Skeleton>
)
