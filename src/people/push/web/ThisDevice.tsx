import { useEffect, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import type { PushState } from '../push.contract.ts'
import { pushEn } from '../push.en.ts'
import { forgetPushHere } from './forgetPushHere.ts'
import { useSubscribe, useUnsubscribe } from './push.queries.ts'
import { sentSubscription, subscribeHere, subscriptionHere } from './subscribeHere.ts'

type Refused = keyof typeof pushEn.refused

/** Returns the address of this browser's subscription; undefined until it is known, null if it has none. */
const useEndpointHere = (stored: string | null): string | null | undefined => {
  const [here, setHere] = useState<string | null>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the browser's subscription may have changed with the stored one
  useEffect(() => {
    void subscriptionHere().then(
      (found) => setHere(found?.endpoint ?? null),
      () => setHere(null),
    )
  }, [stored])
  return here
}

/** Turns on notifications in this browser: asks the person, then the browser, and sends its subscription to the server. */
const useTurnOn = (publicKey: string) => {
  const words = useWords(pushEn)
  const [isAsking, setAsking] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const subscribe = useSubscribe(() => toast.success(words.turnedOn))
  const turnOn = async () => {
    setAsking(true)
    setRefused(undefined)
    const found = await subscribeHere(publicKey).catch((): Refused => 'failed')
    setAsking(false)
    if (typeof found === 'string') setRefused(found)
    else subscribe.mutate({ body: sentSubscription(found) })
  }
  return { turnOn: () => void turnOn(), isAsking, isPending: isAsking || subscribe.isPending, refused }
}

export const ThisDevice = ({ state: { publicKey, endpoint } }: { state: PushState }) => {
  const words = useWords(pushEn)
  const here = useEndpointHere(endpoint)
  const isOn = endpoint !== null && here === endpoint
  const { turnOn, isAsking, isPending, refused } = useTurnOn(publicKey)
  const unsubscribe = useUnsubscribe(() => {
    void forgetPushHere().catch(() => undefined)
    toast.success(words.turnedOff)
  })
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-48">{isOn ? words.onHere : words.offHere}</p>
        {isOn ? (
          <Button isPending={unsubscribe.isPending} onPress={() => unsubscribe.mutate()}>
            {words.turnOff}
          </Button>
        ) : (
          <Button variant="primary" isPending={isPending} isDisabled={here === undefined} onPress={turnOn}>
            {words.turnOn}
          </Button>
        )}
      </div>
      {isAsking && (
        <p role="status" className="text-muted text-sm">
          {words.asking}
        </p>
      )}
      {refused && <Notice tone="warning">{words.refused[refused]}</Notice>}
    </div>
  )
}
