//! What frameworks call things: data alone, by binary names in their order; who asks about them decides what follows.

use crate::cluster::jdk::values;

/// Annotations of fields that a container sets.
pub(crate) const INJECTED: [&str; 19] = [
    "com.alibaba.dubbo.config.annotation.Reference",
    "com.google.inject.Inject",
    "jakarta.annotation.Resource",
    "jakarta.ejb.EJB",
    "jakarta.inject.Inject",
    "jakarta.persistence.PersistenceContext",
    "jakarta.persistence.PersistenceUnit",
    "jakarta.ws.rs.core.Context",
    "javax.annotation.Resource",
    "javax.ejb.EJB",
    "javax.inject.Inject",
    "javax.persistence.PersistenceContext",
    "javax.persistence.PersistenceUnit",
    "javax.ws.rs.core.Context",
    "org.apache.dubbo.config.annotation.DubboReference",
    "org.eclipse.microprofile.config.inject.ConfigProperty",
    "org.eclipse.microprofile.rest.client.inject.RestClient",
    "org.springframework.beans.factory.annotation.Autowired",
    "org.springframework.beans.factory.annotation.Value",
];

/// Annotations of classes whose objects a container makes and keeps, or that stand for something far away.
pub(crate) const COMPONENT: [&str; 21] = [
    "com.google.inject.Singleton",
    "jakarta.ejb.Singleton",
    "jakarta.ejb.Stateful",
    "jakarta.ejb.Stateless",
    "jakarta.enterprise.context.ApplicationScoped",
    "jakarta.enterprise.context.RequestScoped",
    "jakarta.inject.Named",
    "jakarta.inject.Singleton",
    "javax.ejb.Singleton",
    "javax.ejb.Stateful",
    "javax.ejb.Stateless",
    "javax.enterprise.context.ApplicationScoped",
    "javax.enterprise.context.RequestScoped",
    "javax.inject.Named",
    "javax.inject.Singleton",
    "org.apache.dubbo.config.annotation.DubboService",
    "org.apache.ibatis.annotations.Mapper",
    "org.springframework.cloud.openfeign.FeignClient",
    "org.springframework.stereotype.Component",
    "org.springframework.stereotype.Repository",
    "org.springframework.web.bind.annotation.ControllerAdvice",
];

/// Types that can be extended and lead to networks, databases, brokers or files.
pub(crate) const FAR: [&str; 40] = [
    "co.elastic.clients.elasticsearch.ElasticsearchClient",
    "com.aliyun.oss.OSSClient",
    "com.mongodb.client.MongoClient",
    "io.minio.MinioClient",
    "jakarta.jms.Connection",
    "jakarta.jms.ConnectionFactory",
    "jakarta.persistence.EntityManager",
    "jakarta.persistence.EntityManagerFactory",
    "java.net.HttpURLConnection",
    "java.net.ServerSocket",
    "java.net.Socket",
    "java.net.URLConnection",
    "java.net.http.HttpClient",
    "java.sql.Connection",
    "java.sql.ResultSet",
    "java.sql.Statement",
    "javax.jms.Connection",
    "javax.jms.ConnectionFactory",
    "javax.persistence.EntityManager",
    "javax.persistence.EntityManagerFactory",
    "javax.sql.DataSource",
    "okhttp3.OkHttpClient",
    "org.apache.ibatis.session.SqlSession",
    "org.apache.ibatis.session.SqlSessionFactory",
    "org.apache.kafka.clients.producer.KafkaProducer",
    "org.elasticsearch.client.RestHighLevelClient",
    "org.hibernate.Session",
    "org.hibernate.SessionFactory",
    "org.springframework.amqp.rabbit.core.RabbitTemplate",
    "org.springframework.data.elasticsearch.core.ElasticsearchRestTemplate",
    "org.springframework.data.mongodb.core.MongoTemplate",
    "org.springframework.data.redis.core.RedisTemplate",
    "org.springframework.jdbc.core.JdbcTemplate",
    "org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate",
    "org.springframework.jms.core.JmsTemplate",
    "org.springframework.kafka.core.KafkaTemplate",
    "org.springframework.mail.javamail.JavaMailSenderImpl",
    "org.springframework.transaction.support.TransactionTemplate",
    "org.springframework.web.client.RestTemplate",
    "redis.clients.jedis.Jedis",
];

/// Types of frameworks with the class of theirs that stands for each in tests: a mock that was told of errors, and says
/// that there are none, is nothing that could be.
const STAND_INS: [(&str, &str); 2] = [
    (
        "org.springframework.validation.BindingResult",
        "org.springframework.validation.BeanPropertyBindingResult",
    ),
    (
        "org.springframework.validation.Errors",
        "org.springframework.validation.BeanPropertyBindingResult",
    ),
];

/// Types of frameworks that only hold data, with the class of theirs that holds it: a mock of one says of itself what
/// its contents say otherwise.
const HOLDERS: [(&str, &str); 2] = [
    (
        "org.springframework.data.domain.Page",
        "org.springframework.data.domain.PageImpl",
    ),
    (
        "org.springframework.data.domain.Slice",
        "org.springframework.data.domain.SliceImpl",
    ),
];

/// The classes that make an object which stands for the type (binary names): what is to be described where it is.
pub fn described_beside(class: &str) -> impl Iterator<Item = &'static str> {
    let of_jdk = values::implementations(class).iter().copied();
    let own = stand_in(class).into_iter().chain(data_holder(class));
    own.chain(of_jdk)
}

/// The class that holds what objects of the type hold (binary names), made of a list; none where there is no such.
pub fn data_holder(class: &str) -> Option<&'static str> {
    let row = HOLDERS.iter().find(|(framework, _)| *framework == class);
    row.map(|(_, own)| *own)
}

/// The class that stands for the type (binary names) in tests; none where a mock does.
pub fn stand_in(class: &str) -> Option<&'static str> {
    let row = STAND_INS.iter().find(|(framework, _)| *framework == class);
    row.map(|(_, own)| *own)
}

/// Supertypes of components that need no annotation.
pub(crate) const COMPONENT_TYPES: [&str; 4] = [
    "com.baomidou.mybatisplus.core.mapper.BaseMapper",
    "com.baomidou.mybatisplus.extension.service.IService",
    "org.springframework.data.repository.Repository",
    "tk.mybatis.mapper.common.Mapper",
];
