import { Gauge, type Registry } from 'prom-client'
import type { Feature } from '#server/feature/feature.ts'
import type { Measure } from '#server/feature/measure.ts'
import type { Platform } from '#server/feature/platform.ts'

/** A scrape does not wait longer for one figure, such as that of a frozen database. */
const PATIENCE_MS = 2_000
/** Some figures cost the database a query over all documents. */
const FRESH_MS = 30_000

/** Returns the value, or undefined if it cannot be read in time. */
const readInTime = async (measure: Measure, platform: Platform): Promise<number | undefined> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, undefined)
  })
  const value = measure.read(platform).catch((error: unknown) => {
    platform.log.debug({ err: error, measure: measure.name }, 'a figure could not be read')
    return undefined
  })
  return Promise.race([value, late]).finally(() => clearTimeout(timer))
}

/** Registers the measures of the features. What cannot be read is left out. */
export const registerMeasures = (registry: Registry, platform: Platform, features: Record<string, Pick<Feature, 'measures'>>): void => {
  const ofFeatures = Object.values(features).flatMap(({ measures }) => measures)
  for (const [name, measures] of Map.groupBy(ofFeatures, (measure) => measure.name)) {
    const [first] = measures
    let readAt = Number.NEGATIVE_INFINITY
    new Gauge({
      name,
      help: first?.help ?? '',
      labelNames: Object.keys(first?.labels ?? {}),
      registers: [registry],
      async collect() {
        if (performance.now() - readAt < FRESH_MS) return
        readAt = performance.now()
        const values = await Promise.all(measures.map((measure) => readInTime(measure, platform)))
        this.reset()
        for (const [at, { labels = {} }] of measures.entries()) {
          const value = values[at]
          if (value !== undefined) this.set(labels, value)
        }
      },
    })
  }
}
