import { useCallback, useEffect, useRef, useState } from 'react'
import { may } from '#contract/endpoint.ts'
import { type User, usersApi } from '#people/users/users.contract.ts'
import { useShifts } from '#system/customization/web/customization.queries.ts'
import { useCall } from '#web/api/queryClient.ts'
import { useSession } from '#web/api/session.ts'
import { today } from '#web/api/timeZone.ts'
import { useWords } from '#web/words.ts'
import type { Seat } from '../seats.contract.ts'
import { seatsApi } from '../seats.contract.ts'
import { seatsEn } from '../seats.en.ts'
import { type Mover, moveTo, type SeatPlace, seatName } from './seats.ts'
import type { useSeatView } from './useSeatView.ts'

export type Target = { seat: Seat; place: SeatPlace }

/** Cancels on Escape. An Escape that closes a dialog is not received here. */
const useEscape = (isOn: boolean, leave: () => void): void => {
  const latest = useRef(leave)
  latest.current = leave
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) latest.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOn])
}

/**
 * Moves a person: the URL names them, the next press on the map selects the place, and a dialog confirms the result. The mode lasts
 * until it is done or cancelled, so that another seat can be chosen if that one has been taken since.
 */
export const useMoving = ({ movingId, stopMoving }: Pick<ReturnType<typeof useSeatView>, 'movingId' | 'stopMoving'>) => {
  const words = useWords(seatsEn).moving
  const id = may(seatsApi.exchange, useSession()?.user) ? movingId : undefined
  const profile = useCall(usersApi.profile, { params: { id: id ?? '' } }, { enabled: id !== undefined })
  const user: User | undefined = id === undefined ? undefined : profile.data
  const isOver = user !== undefined && user.terminationDate !== null && user.terminationDate < today()
  const mover: Mover | undefined = isOver ? undefined : user
  const shifts = useShifts()
  const [target, setTarget] = useState<Target>()
  /** Why the last press had no effect. */
  const [problem, setProblem] = useState<string>()
  const stop = () => {
    setTarget(undefined)
    setProblem(undefined)
    stopMoving()
  }
  useEscape(id !== undefined, stop)

  const press = useCallback(
    (seat: Seat, place: SeatPlace) => {
      if (!mover) return
      const { kind } = moveTo(mover, seat, place, shifts)
      const other = place.held?.name ?? ''
      if (kind === 'own') return setProblem(words.own(mover.name))
      if (kind === 'visited') return setProblem(words.visited(other, seatName(seat), today(), today()))
      if (kind === 'same-seat') return setProblem(words.sameSeat(mover.name, other))
      if (kind === 'seatless') return setProblem(words.seatless(mover.name, other))
      setProblem(undefined)
      setTarget({ seat, place })
    },
    [mover, shifts, words],
  )

  return {
    isMoving: id !== undefined,
    mover,
    error: profile.error,
    problem: isOver ? words.expired(user.name) : problem,
    press,
    /** The place selected for the mover. */
    target,
    dropTarget: () => setTarget(undefined),
    stop,
  }
}
export type Moving = ReturnType<typeof useMoving>
