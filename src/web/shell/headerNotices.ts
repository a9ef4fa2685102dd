import { createContext } from 'react'
import type { Screen } from './screen.ts'

/** Notices for headers that cover the page, as that of the reader; none outside the site. */
export const HeaderNotices = createContext<Screen | undefined>(undefined)
