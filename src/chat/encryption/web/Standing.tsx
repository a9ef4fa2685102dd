import type { ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'
import { useDoing } from './encryption.queries.ts'
import type { Opened, WaysThen } from './OpenedDialog.tsx'
import { useDeviceState, useEncryption } from './useEncryption.ts'

type StandingProps = Pick<WaysThen, 'conversation'> & {
  /** What is said where the browser's state alone says too little. */
  texts?: Partial<Record<'unset' | 'none', string>>
  onGo: (next: Opened) => void
  onLater?: (() => void) | undefined
}

/** This browser cannot encrypt yet: says so, and what leads on from there. Empty where it can. */
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
  if (state !== 'outdated' && state !== 'pending') return null
  return (
    <Notice tone={state === 'outdated' ? 'warning' : 'info'}>
      <p>{words[state]}</p>
      {actions}
    </Notice>
  )
}

/** The presses for each state. */
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
        <AddThis conversation={conversation} onGo={onGo} />
        {code}
      </>
    ),
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

const AddThis = ({ conversation, onGo }: Pick<StandingProps, 'conversation' | 'onGo'>) => {
  const words = useWords(encryptionEn).standing
  const encryption = useEncryption()
  // biome-ignore lint/correctness/useHookAtTopLevel: it is no hook, and is called by a press.
  const add = useDoing(() => encryption.useThisBrowser(), {
    failure: words.failed,
    onSuccess: () => onGo({ name: 'newBrowser', conversation }),
  })
  return (
    <Button isPending={add.isPending} onPress={() => add.mutate()}>
      {words.own}
    </Button>
  )
}

/** For a person who has lost every device and the code. */
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
