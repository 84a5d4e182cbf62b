import { SerializerSelector, type SerializerFactory } from '@fastify/fast-json-stringify-compiler';

/**
 * Builds the serializer of a call's replies lazily, when the first reply is written: a server needs
 * few of all calls in its first minute.
 */
export function makeSerializers(): SerializerFactory {
  const factory = SerializerSelector();
  return (schemas, options) => {
    const compile = factory(schemas, options);
    return (route) => {
      let write: ReturnType<typeof compile> | undefined;
      return (value) => (write ??= compile(route))(value);
    };
  };
}
