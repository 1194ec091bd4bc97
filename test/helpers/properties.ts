/**
 * fast-check with one seed for the whole suite, so that two runs of the same code meet the same cases;
 * `PROPERTY_SEED=…` takes it to others.
 */
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20_260_101) })

export default fc
