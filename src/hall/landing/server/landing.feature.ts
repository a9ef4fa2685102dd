import { feature } from '#server/feature/feature.ts'
import { landingApi } from '../landing.contract.ts'
import { html, publicRoutes } from './landing.page.ts'
import { freeSeats } from './landing.service.ts'

export const landingFeature = feature(landingApi, { freeSeats }, { html, publicRoutes, cached: ['freeSeats'] })
