import { useCallback, useEffect, useRef, useState } from 'react'
import { may } from '#contract/endpoint.ts'
import { useCall } from '#web/api/queryClient.ts'
import { useSession } from '#web/api/session.ts'
import { today } from '#web/api/timeZone.ts'
import { useWords } from '#web/words.ts'
import { type Seat, type User, usersApi } from '../../users.contract.ts'
import { seatsEn } from '../../users.seats.en.ts'
import { type Mover, moveTo, type SeatPlace } from './seats.ts'
import type { useSeatView } from './useSeatView.ts'

export type Target = { seat: Seat; place: SeatPlace }

/** Leaves by Escape; one that closes a dialog never comes here. */
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
 * Someone is seated elsewhere: the address says who, the next press on the map says where, and a question names what will be.
 * It lasts until it is done or cancelled, so that a seat which someone else got first is no dead end.
 */
export const useMoving = ({ movingId, stopMoving }: Pick<ReturnType<typeof useSeatView>, 'movingId' | 'stopMoving'>) => {
  const words = useWords(seatsEn).moving
  const id = may(usersApi.exchangeSeats, useSession()?.user) ? movingId : undefined
  const profile = useCall(usersApi.profile, { params: { id: id ?? '' } }, { enabled: id !== undefined })
  const user: User | undefined = id === undefined ? undefined : profile.data
  const isOver = user !== undefined && user.terminationDate !== null && user.terminationDate < today()
  const mover: Mover | undefined = isOver ? undefined : user
  const [target, setTarget] = useState<Target>()
  /** Why the last press led nowhere. */
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
      const { kind } = moveTo(mover, seat, place)
      const other = place.held?.name ?? ''
      if (kind === 'own') return setProblem(words.own(mover.name))
      if (kind === 'same-seat') return setProblem(words.sameSeat(mover.name, other))
      if (kind === 'seatless') return setProblem(words.seatless(mover.name, other))
      setProblem(undefined)
      setTarget({ seat, place })
    },
    [mover, words],
  )

  return {
    isMoving: id !== undefined,
    mover,
    error: profile.error,
    problem: isOver ? words.expired(user.name) : problem,
    press,
    /** Where the mover was asked to go. */
    target,
    dropTarget: () => setTarget(undefined),
    stop,
  }
}
export type Moving = ReturnType<typeof useMoving>
