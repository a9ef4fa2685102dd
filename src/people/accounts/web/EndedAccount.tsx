import { useEffect, useRef } from 'react'
import type { ExpiredParams } from '#contract/errors.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useWords } from '#web/words.ts'
import { endedEn } from '../accounts.ended.en.ts'
import type { SignInSlots } from './signInSlots.ts'

export type EndedAccountProps = {
  ended: ExpiredParams
  payment: SignInSlots['payment'] | undefined
  onBack: () => void
}

/** For a person with the right password whose account has ended: since when, what they owe, and how to pay and come back. */
export const EndedAccount = ({ ended: { userId, name, seatNumber, seatLabel, endedOn, owed }, payment, onBack }: EndedAccountProps) => {
  const words = useWords(endedEn)
  const region = useRef<HTMLElement>(null)
  // The form is gone, and with it the focus.
  useEffect(() => region.current?.focus(), [])
  return (
    <section ref={region} tabIndex={-1} aria-label={words.label} className="mt-4 flex flex-col gap-4 outline-none">
      <p>{words.ended(endedOn)}</p>
      {owed !== undefined && <p className="font-display font-semibold text-xl">{owed > 0 ? words.owed(owed) : words.nothingOwed}</p>}
      {owed !== undefined && owed > 0 && payment && (
        <Embed screen={payment} student={{ _id: userId, name, seatNumber: seatNumber ?? null, seatLabel }} amount={owed} />
      )}
      <p>{words.renew}</p>
      <Button onPress={onBack}>{words.back}</Button>
    </section>
  )
}
