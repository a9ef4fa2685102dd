import type { ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'
import type { OpenDialog, SetUpDialogProps } from './dialogProps.ts'
import { useEncryptionAction } from './encryption.queries.ts'
import { useDeviceState, useEncryption } from './useEncryption.ts'

type StandingProps = Pick<SetUpDialogProps, 'conversation'> & {
  /** Texts for states that need more context than the browser's state gives. */
  texts?: Partial<Record<'unset' | 'none', string>>
  onGo: (next: OpenDialog) => void
  onLater?: (() => void) | undefined
}

/** Says that this browser cannot encrypt yet and offers the next steps. Renders nothing if it can. */
export const Standing = (props: StandingProps) => {
  const actions = <StandingActions {...props} />
  const { standing: words, unavailable } = useWords(encryptionEn)
  const state = useDeviceState()
  if (state === 'unavailable') return <Notice tone="warning">{unavailable}</Notice>
  if (state === 'unset' || state === 'none')
    return (
      <Notice tone="info">
        <p>{props.texts?.[state] ?? words[state]}</p>
        {actions}
      </Notice>
    )
  if (state !== 'outdated' && state !== 'pending' && state !== 'startedOver') return null
  return (
    <Notice tone={state === 'pending' ? 'info' : 'warning'}>
      <p>{words[state]}</p>
      {actions}
    </Notice>
  )
}

/** The buttons for each state. */
export const StandingActions = ({ conversation, onGo, onLater }: Omit<StandingProps, 'texts'>) => {
  const words = useWords(encryptionEn).standing
  const state = useDeviceState()
  const setUp = (label: string) => <Button onPress={() => onGo({ name: 'setUp', conversation })}>{label}</Button>
  const code = <Button onPress={() => onGo({ name: 'enterCode', conversation })}>{words.code}</Button>
  const later = onLater && (
    <Button variant="quiet" onPress={onLater}>
      {words.later}
    </Button>
  )
  const actions: Partial<Record<typeof state, ReactNode>> = {
    unset: setUp(words.setUp),
    outdated: setUp(words.setUpAgain),
    none: (
      <>
        <AddThis label={words.own} conversation={conversation} onGo={onGo} />
        {code}
      </>
    ),
    startedOver: <AddThis label={words.itWasMe} conversation={conversation} onGo={onGo} />,
    pending: (
      <>
        <Button onPress={() => onGo({ name: 'newBrowser', conversation })}>{words.showCode}</Button>
        {code}
      </>
    ),
  }
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {actions[state]}
      {later}
    </div>
  )
}

const AddThis = ({ label, conversation, onGo }: Pick<StandingProps, 'conversation' | 'onGo'> & { label: string }) => {
  const words = useWords(encryptionEn).standing
  const encryption = useEncryption()
  const add = useEncryptionAction(() => encryption.requestAccess(), {
    failure: words.failed,
    onSuccess: () => onGo({ name: 'newBrowser', conversation }),
  })
  return (
    <Button isPending={add.isPending} onPress={() => add.mutate()}>
      {label}
    </Button>
  )
}

/** Offers to start over to a person who has lost every device and the code. */
export const StartOverOffer = ({ conversation, onGo }: Pick<StandingProps, 'conversation' | 'onGo'>) => {
  const { startOver: words, standing } = useWords(encryptionEn)
  return (
    <section className="mt-4 flex flex-wrap items-center gap-x-3">
      <p className="text-muted">{words.offer}</p>
      <Button variant="quiet" onPress={() => onGo({ name: 'startOver', conversation })}>
        {standing.startOver}
      </Button>
    </section>
  )
}
