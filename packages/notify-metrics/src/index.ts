export {
  createDeliveryMetrics,
  DELIVERIES_TOTAL,
  type DeliveryMetrics,
} from './delivery-metrics.ts';
