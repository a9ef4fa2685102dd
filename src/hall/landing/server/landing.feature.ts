import { feature } from '#server/feature/feature.ts'
import { landingApi } from '../landing.contract.ts'
import { html, publicRoutes } from './landing.page.ts'

export const landingFeature = feature(landingApi, {}, { html, publicRoutes })
