export {
  createDeliveryMetrics,
  DELIVERIES_TOTAL,
  type DeliveryMetrics,
} from './delivery-metrics.ts';
export { DELIVERY_SECONDS } from './delivery-times.ts';
export { type Exposition, expose } from './exposition.ts';
