import { createContext } from 'react'

/** The element of the header for a control that knows the current page; null while it is not there. */
export const HeaderSlot = createContext<HTMLElement | null>(null)
